'use client';

export { Markdown } from './markdown.js';
