// Over AG-UI: ours against AG-UI's own client, and against ourselves over AI SDK's wire.

const OURS = 'countersign-ag-ui-sse';
const W1 = { w: 'W1', T: 2000 };
const W3 = { ...W1, w: 'W3', history: 1000 };
const contestant = (adapter, spec, more = {}) => ({ key: adapter, adapter, spec, ...more });
const against = (spec) => [
  contestant(OURS, spec),
  contestant('countersign-sse', spec),
  contestant('agui-sse', spec, { isSlow: true }),
];

export const AG_UI = [
  { name: 'AG-UI text, 2 000 deltas', contestants: against(W1), targets: [] },
  {
    name: 'AG-UI text, 2 000 deltas after 1 000 messages',
    contestants: against(W3),
    targets: [{ of: OURS, to: 'agui-sse', limit: 1 / 15 }],
  },
  {
    name: 'AG-UI tool input, 20 kB',
    contestants: against({ w: 'W2', bytes: 20000 }),
    targets: [],
  },
  {
    name: 'AG-UI growth, after 10 to after 1 000 messages',
    contestants: [10, 1000].map((history) => ({
      key: `${OURS} ${history}`,
      adapter: OURS,
      spec: { ...W3, history },
    })),
    targets: [{ of: `${OURS} 1000`, to: `${OURS} 10`, limit: 1.15, figure: 'responseMs' }],
  },
];
