import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// CHAT_CLIENT=ai-sdk builds the same page on AI SDK's own client, to compare the two.
const onAiSdk = process.env.CHAT_CLIENT === 'ai-sdk';
const agent = process.env.DEMO_SERVER ?? 'http://127.0.0.1:4780';

export default defineConfig({
  root: here('.'),
  plugins: [react()],
  resolve: {
    alias: onAiSdk ? [{ find: /^.*\/clients\/countersign$/, replacement: here('src/clients/ai-sdk.tsx') }] : [],
  },
  build: { outDir: here(onAiSdk ? 'dist/page-on-ai-sdk' : 'dist/page'), emptyOutDir: true },
  server: { host: '127.0.0.1', proxy: { '/api': { target: agent, changeOrigin: true, headers: { origin: agent } } } },
});
