// How a program of ES modules sees the declarations of every entry.

import { Probe, type WasmError, type WasmErrorCode } from 'countersign';
import { useProbe } from 'countersign/react';
import { init, Probe as SlimProbe, type WasmInput } from 'countersign/slim';
import { useProbe as useSlimProbe } from 'countersign/slim/react';
import { Probe as TestingProbe } from 'countersign/testing';
import { Probe as TranscriptProbe } from 'countersign/transcript';

export const length: number = new Probe().feed(new Uint8Array());
export const code: WasmErrorCode = (new Error() as WasmError).code;
export const input: WasmInput = new Uint8Array();
export const loaded: Promise<void> = init(input);
export const probes: Probe[] = [new SlimProbe(), new TestingProbe(), new TranscriptProbe()];
export const hooks: (() => Probe)[] = [useProbe, useSlimProbe];

// @ts-expect-error a text is not bytes
new Probe().feed('text');

// @ts-expect-error the default entry needs no init
export type NoInit = typeof import('countersign').init;
