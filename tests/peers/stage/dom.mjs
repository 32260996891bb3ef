// A document for React, before React is loaded.
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><div id="root"></div>', { pretendToBeVisual: true });
const { document, requestAnimationFrame, cancelAnimationFrame } = window;
Object.assign(globalThis, { window, document, requestAnimationFrame, cancelAnimationFrame });

export const root = document.getElementById('root');
