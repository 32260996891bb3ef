import type { InputRequestInit } from 'countersign';

/** A request for input as servers make them. */
export interface SampleRequest {
  name: string;
  /** Who asks. */
  server: string;
  request: InputRequestInit;
}

export const SAMPLES: SampleRequest[] = [
  {
    name: 'Book a table',
    server: 'restaurant',
    request: {
      id: 'table',
      message: 'For whom shall I book, and when?',
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', minLength: 2 },
          email: { type: 'string', title: 'E-mail', format: 'email', description: 'The confirmation goes there.' },
          day: { type: 'string', title: 'Day', format: 'date' },
          guests: { type: 'integer', title: 'Guests', minimum: 1, maximum: 12, default: 2 },
          terrace: { type: 'boolean', title: 'On the terrace', default: false },
        },
        required: ['name', 'email', 'day', 'guests'],
      },
    },
  },
  {
    name: 'File an issue',
    server: 'github',
    request: {
      id: 'issue',
      message: 'The build failed three times. What shall the issue say?',
      schema: {
        type: 'object',
        properties: {
          title: { type: 'string', title: 'Title', maxLength: 80 },
          severity: {
            title: 'Severity',
            type: 'string',
            oneOf: [
              { const: 'low', title: 'Low', description: 'Nobody is stopped by it' },
              { const: 'high', title: 'High', description: 'Some cannot work' },
              { const: 'critical', title: 'Critical', description: 'Nobody can work' },
            ],
          },
          labels: {
            title: 'Labels',
            type: 'array',
            items: { type: 'string', enum: ['bug', 'ci', 'regression', 'flaky'] },
            minItems: 1,
            uniqueItems: true,
          },
          body: { type: ['string', 'null'], title: 'Details' },
        },
        required: ['title', 'severity', 'labels'],
      },
    },
  },
  {
    name: 'Refund an order',
    server: 'payments',
    request: {
      id: 'refund',
      message: 'Order 1042 was 64.90 EUR. How much goes back?',
      schema: {
        type: 'object',
        properties: {
          amount: { type: 'number', title: 'Amount in EUR', minimum: 0.01, maximum: 64.9, multipleOf: 0.01 },
          reason: {
            title: 'Reason',
            type: 'string',
            enum: ['duplicate', 'fraudulent', 'requested_by_customer'],
            enumNames: ['Paid twice', 'Fraud', 'The customer asked'],
          },
          address: {
            type: 'object',
            title: 'Send the note to',
            properties: {
              street: { type: 'string', title: 'Street' },
              postcode: { type: 'string', title: 'Postcode', pattern: '^[0-9]{5}$' },
            },
            required: ['postcode'],
          },
        },
        required: ['amount', 'reason'],
      },
    },
  },
  {
    name: 'Questions of an agent',
    server: 'planner',
    request: {
      id: 'questions',
      message: 'Two questions before I plan the trip.',
      schema: {
        type: 'object',
        properties: {
          Pace: {
            title: 'How full should the days be?',
            anyOf: [
              { const: 'Slow', title: 'Slow', description: 'One thing a day' },
              { const: 'Full', title: 'Full', description: 'From breakfast to midnight' },
              { type: 'string' },
            ],
          },
          Likes: {
            title: 'What do you like?',
            type: 'array',
            items: {
              anyOf: [
                { const: 'Museums', title: 'Museums', description: 'Old and new' },
                { const: 'Food', title: 'Food', description: 'Markets and kitchens' },
                { const: 'Water', title: 'Water', description: 'Boats, beaches, baths' },
                { type: 'string' },
              ],
            },
            minItems: 1,
          },
        },
        required: ['Pace', 'Likes'],
      },
    },
  },
  {
    name: 'Whatever fits no field',
    server: 'warehouse',
    request: {
      id: 'rules',
      message: 'Which rules hold for the shelves?',
      schema: {
        type: 'object',
        properties: {
          rules: {
            title: 'Rules',
            type: 'array',
            items: {
              oneOf: [
                { type: 'object', required: ['shelf'] },
                { type: 'object', required: ['aisle'] },
              ],
            },
          },
        },
        required: ['rules'],
      },
    },
  },
  {
    name: 'Visit an address',
    server: 'calendar',
    request: {
      id: 'sign-in',
      message: 'Sign in to your calendar, so that I can see when you are free.',
      url: 'https://accounts.calendar.example/authorize?client=planner&scope=read',
    },
  },
  {
    name: 'An address that imitates another',
    server: 'stranger',
    request: {
      id: 'imitation',
      message: 'Confirm your account.',
      url: 'https://аpple.example/confirm',
    },
  },
];
