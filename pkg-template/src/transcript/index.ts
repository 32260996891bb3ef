export * from './complete.js';
export * from './parts.js';
