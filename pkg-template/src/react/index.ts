'use client';

import { useState } from 'react';
import { Probe } from '../index.js';

/** A probe that lives as long as the component. */
export function useProbe(): Probe {
  return useState(() => new Probe())[0];
}
