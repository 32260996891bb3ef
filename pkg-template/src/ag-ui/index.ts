export { type AgUiAgent, agUiAgent } from './ag-ui-agent.js';
export {
  type AgUiContext,
  type AgUiOptions,
  type AgUiTool,
  AgUiTransport,
  type AgUiTransportOptions,
} from './ag-ui-transport.js';
