import { makeAgui } from './ag-ui-agent.mjs';
export default makeAgui({ id: 'agui-events', label: 'AG-UI AbstractAgent subclass, event objects', sse: false });
