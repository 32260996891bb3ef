// Controls that do nothing for a moment.

import { DEFAULT_INERT_MS, InertGuard } from 'countersign/components';
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

test('is inert from the beginning, for four tenths of a second after it has appeared', () => {
  const guard = new InertGuard();
  expect(guard.isInert).toBe(true);
  guard.appeared();
  vi.advanceTimersByTime(DEFAULT_INERT_MS - 1);
  expect(guard.isInert).toBe(true);
  vi.advanceTimersByTime(1);
  expect(guard.isInert).toBe(false);
});

test('begins anew when it appears again meanwhile', () => {
  const guard = new InertGuard(100);
  guard.appeared();
  vi.advanceTimersByTime(60);
  guard.appeared();
  vi.advanceTimersByTime(60);
  expect(guard.isInert).toBe(true);
  vi.advanceTimersByTime(40);
  expect(guard.isInert).toBe(false);
});

test('is inert again when the window gets the focus back, until nobody watches any more', () => {
  const guard = new InertGuard(100);
  const page = new EventTarget();
  guard.appeared();
  const end = guard.watch(page);
  vi.advanceTimersByTime(100);
  page.dispatchEvent(new Event('focus'));
  expect(guard.isInert).toBe(true);
  vi.advanceTimersByTime(100);
  end();
  page.dispatchEvent(new Event('focus'));
  expect(guard.isInert).toBe(false);
});

test('tells when it changes, and not otherwise', () => {
  const guard = new InertGuard(100);
  const told = vi.fn();
  const end = guard.subscribe(told);
  guard.appeared();
  guard.appeared();
  expect(told).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(100);
  expect(told).toHaveBeenCalledTimes(1);
  end();
  guard.appeared();
  expect(told).toHaveBeenCalledTimes(1);
});

test('with no time at all it is never inert', () => {
  const guard = new InertGuard(0);
  expect(guard.isInert).toBe(false);
  guard.appeared();
  expect(guard.isInert).toBe(false);
});
