// What is compared with what, and what it is meant to come to.

import { AG_UI } from './comparisons-ag-ui.mjs';

const W1 = { w: 'W1', T: 20000 };
const W2 = { w: 'W2', bytes: 200000 };
const W2_LIST = { w: 'W2', rows: 10000 };
const W3 = { w: 'W3', T: 2000, history: 1000 };
const each = (adapters, spec, more = {}) => adapters.map((adapter) => ({ key: adapter, adapter, spec, ...more }));
const at = (size, adapter, spec) => ({ key: `${adapter} ${size}`, adapter, spec });

const BYTES = ['countersign-sse', 'floor-intact', 'floor-read', 'floor', 'ai-sse'];
/** Peers of which one run takes seconds: shown, with fewer runs. */
const OTHERS = ['agui-sse', 'tanstack-sse'];
const REACT = ['countersign-react', 'countersign-react-sse', 'ai-react-thr50', 'ai-react-thr50-sse'];
const OTHER_REACT = ['ai-react', 'ai-react-sse', 'floor-react'];
const ANSWERS = ['countersign-chunks', 'floor-intact', 'floor-read', 'ai-chunks', 'tanstack-events'];

const toFloor = (limit) => ({ of: 'countersign-sse', to: 'floor-intact', limit });
const toAi = (limit) => ({ of: 'countersign-sse', to: 'ai-sse', limit });
const answersToFloor = { of: 'countersign-chunks', to: 'floor-intact', limit: 3 };

function answers(w, what) {
  return [
    {
      name: `W4 500 ${what}, one by one`,
      contestants: each(ANSWERS, { w, N: 500 }),
      targets: [answersToFloor],
    },
    {
      name: `W4 50 ${what} after 1 000 messages`,
      contestants: each(ANSWERS, { w, N: 50, history: 1000 }),
      targets: [answersToFloor],
    },
    {
      // Four times the answers; the rest is for what is set up once.
      name: `W4 growth, 250 to 1 000 ${what}`,
      contestants: [250, 1000].flatMap((N) =>
        ['countersign-chunks', 'floor-intact', 'ai-chunks'].map((adapter) => at(N, adapter, { w, N })),
      ),
      targets: [{ of: 'countersign-chunks 1000', to: 'countersign-chunks 250', limit: 4.4 }],
      shown: [
        { of: 'floor-intact 1000', to: 'floor-intact 250' },
        { of: 'ai-chunks 1000', to: 'ai-chunks 250' },
      ],
    },
  ];
}

/**
 * A comparison runs its contestants in turn, in the same processes. The first contestant is compared with all others.
 * A target is a ratio of two of them by one figure, `cpuMs` unless named, and at most `limit`.
 */
export const COMPARISONS = [
  {
    name: 'W1 text, 20 000 deltas, one event per read',
    contestants: [...each(BYTES, W1), ...each(OTHERS, W1, { isSlow: true })],
    targets: [toFloor(1), toAi(0.1)],
    memory: { of: 'countersign-sse', figure: 'retainedMB', timesPayload: 2 },
  },
  {
    name: 'W1, the same bytes in 16 kB reads',
    contestants: [...each(BYTES, W1, { frame: 16384 }), ...each(OTHERS, W1, { frame: 16384, isSlow: true })],
    targets: [toFloor(0.6), toAi(0.04)],
  },
  {
    name: 'W1 as chunk objects',
    contestants: [
      ...each(['countersign-chunks', 'floor-intact', 'ai-chunks'], W1),
      ...each(['agui-events', 'tanstack-events'], W1, { isSlow: true }),
    ],
    targets: [{ of: 'countersign-chunks', to: 'ai-chunks', limit: 0.7 }],
  },
  {
    name: 'W2 tool input, 200 kB, one long string',
    contestants: [
      ...each(['countersign-sse', 'floor-intact', 'floor-read', 'ai-sse'], W2),
      ...each(OTHERS, W2, { isSlow: true }),
    ],
    targets: [toFloor(1.5), toAi(1 / 150)],
  },
  {
    name: 'W2 tool input, a list of 10 000 objects',
    contestants: [
      ...each(['countersign-sse', 'floor-intact', 'floor-read', 'ai-sse'], W2_LIST),
      ...each(OTHERS, W2_LIST, { isSlow: true }),
    ],
    targets: [toFloor(1.5), toAi(1 / 150)],
  },
  {
    name: 'W2 growth, 250 kB to 1 MB',
    contestants: [250, 1000].flatMap((kB) =>
      ['countersign-sse', 'floor-intact'].map((adapter) => at(kB, adapter, { w: 'W2', bytes: kB * 1000 })),
    ),
    targets: [
      { of: 'countersign-sse 1000', to: 'countersign-sse 250', limit: 4.5 },
      { of: 'countersign-sse 1000', to: 'floor-intact 1000', limit: 2, figure: 'heapMB' },
    ],
    shown: [{ of: 'floor-intact 1000', to: 'floor-intact 250' }],
  },
  {
    name: 'W2 tool input, 1 MB',
    isFull: true,
    contestants: [
      ...each(['countersign-sse', 'floor-intact'], { w: 'W2', bytes: 1_000_000 }),
      ...each(['ai-chunks', 'tanstack-events'], { w: 'W2', bytes: 1_000_000 }, { isSlow: true }),
    ],
    targets: [],
  },
  {
    name: 'W3 2 000 deltas after 1 000 messages',
    contestants: [...each(BYTES, W3), ...each(OTHERS, W3, { isSlow: true })],
    targets: [{ ...toFloor(1.3), figure: 'responseMs' }],
  },
  {
    name: 'W3 growth, after 10 to after 1 000 messages',
    contestants: [10, 1000].flatMap((history) =>
      ['countersign-sse', 'floor-intact', 'ai-sse'].map((adapter) => at(history, adapter, { ...W3, history })),
    ),
    // The deltas; the request that goes before them carries the conversation, whoever sends it.
    targets: [{ of: 'countersign-sse 1000', to: 'countersign-sse 10', limit: 1.15, figure: 'responseMs' }],
    shown: ['countersign-sse', 'floor-intact', 'ai-sse'].flatMap((adapter) => [
      { of: `${adapter} 1000`, to: `${adapter} 10` },
      { of: `${adapter} 1000`, to: `${adapter} 10`, figure: 'responseMs' },
    ]),
  },
  ...answers('W4a', 'approvals'),
  ...answers('W4o', 'outputs'),
  {
    name: 'useChat, 20 000 deltas',
    contestants: [...each(REACT, W1), ...each(OTHER_REACT, W1, { isSlow: true })],
    targets: [
      { of: 'countersign-react', to: 'ai-react-thr50', limit: 1 },
      { of: 'countersign-react-sse', to: 'ai-react-thr50', limit: 1 },
    ],
  },
  {
    name: 'useChat, 2 000 deltas after 1 000 messages',
    contestants: [...each(REACT, W3), ...each(OTHER_REACT, W3, { isSlow: true })],
    targets: [
      { of: 'countersign-react', to: 'ai-react-thr50', limit: 1.25 },
      { of: 'countersign-react-sse', to: 'ai-react-thr50', limit: 1.25 },
    ],
    zero: { of: ['countersign-react', 'countersign-react-sse'], figure: 'unchanged' },
  },
  {
    name: 'W1 text, 1 000 deltas',
    isFull: true,
    contestants: each([...BYTES, 'floor-sync', 'countersign-chunks', 'ai-chunks', 'ai-clone', ...OTHERS], {
      ...W1,
      T: 1000,
    }),
    targets: [],
  },
  {
    name: 'W2 tool input, 20 kB',
    isFull: true,
    contestants: each(['countersign-sse', 'floor-intact', 'floor-read', 'ai-sse', ...OTHERS], {
      w: 'W2',
      bytes: 20000,
    }),
    targets: [],
  },
  {
    name: 'TanStack as shipped, 1 000 deltas',
    isFull: true,
    contestants: each(['countersign-sse', 'tanstack-paced'], { ...W1, T: 1000 }),
    targets: [],
  },
  ...AG_UI,
];
