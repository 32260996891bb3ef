/** What a run was asked with, beside the conversation that it carries each time. */
export interface Run {
  /** Answers to interrupts. */
  resumed: number;
  /** Results of calls that the page has answered. */
  results: number;
}

/** A `fetch` that tells of each run what is new in its input. */
export function watchingRuns(onRun: (run: Run) => void): typeof fetch {
  const known = new Set<string>();
  return (url, init) => {
    const { messages, resume } = JSON.parse(String(init?.body)) as {
      messages: { id: string; role: string }[];
      resume?: unknown[];
    };
    const fresh = messages.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    onRun({ resumed: resume?.length ?? 0, results: fresh.filter(({ role }) => role === 'tool').length });
    return fetch(url, init);
  };
}
