export { Probe } from '../index.js';
