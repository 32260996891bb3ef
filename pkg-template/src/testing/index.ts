export { flush } from './flush.js';
export { type CallToolOptions, callTool, say } from './responses.js';
export {
  type ScriptedRequest,
  type ScriptedResponse,
  type ScriptedStep,
  ScriptedTransport,
  type ScriptedTransportOptions,
} from './scripted-transport.js';
export { SimulatedClock } from './simulated-clock.js';
