// How a program of CommonJS sees the declarations of every entry.

import countersign = require('countersign');
import react = require('countersign/react');
import slim = require('countersign/slim');
import slimReact = require('countersign/slim/react');
import testing = require('countersign/testing');
import transcript = require('countersign/transcript');

export const length: number = new countersign.Probe().feed(new Uint8Array());
export const loaded: Promise<void> = slim.init();
export const probes: countersign.Probe[] = [new slim.Probe(), new testing.Probe(), new transcript.Probe()];
export const hooks: (() => countersign.Probe)[] = [react.useProbe, slimReact.useProbe];

// @ts-expect-error a text is not bytes
new countersign.Probe().feed('text');
