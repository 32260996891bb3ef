import { makeAgui } from './ag-ui-agent.mjs';
export default makeAgui({ id: 'agui-sse', label: 'AG-UI HttpAgent (SSE bytes)', sse: true });
