// A headless Chromium for the end-to-end tests.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// No sandbox: tests may run as root. The rest keeps the browser from talking to anybody but the page's own server.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchBrowser() {
  const executablePath = process.env.COUNTERSIGN_CHROMIUM ?? CANDIDATES.find((path) => existsSync(path));
  if (!executablePath) throw new Error('No Chromium found: install one, or name it in COUNTERSIGN_CHROMIUM.');
  return chromium.launch({ executablePath, args: FLAGS });
}
