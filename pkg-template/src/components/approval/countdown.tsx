import { type ReactNode, useEffect, useState } from 'react';
import { duration, filled, type Text } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';

/** What a {@link Countdown} needs. */
export interface CountdownProps {
  /** Until when, in milliseconds since 1970. */
  until: number;
  /** What time it is. */
  now: () => number;
  /** What it says, with `{time}` for what is left. */
  text: Text;
}

/** How much time is left, second by second. Nobody is read each of them. */
export function Countdown({ until, now, text }: CountdownProps): ReactNode {
  const locale = useLocale();
  const [time, setTime] = useState(now);
  useEffect(() => {
    setTime(now());
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return (
    <p className="countersign-countdown" role="timer">
      {filled(text, { time: duration(locale, until - time) })}
    </p>
  );
}
