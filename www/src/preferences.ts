// How the page looks and which language its components speak, kept in the browser.
import * as locales from 'countersign/locales';
import { useEffect, useState } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const LANGUAGES: locales.Locale[] = [locales.en, locales.de, locales.fr, locales.ja, locales.ar];

export interface Preferences {
  theme: Theme;
  language: string;
}

const KEY = 'countersign-demo-preferences';

function load(): Preferences {
  const usual: Preferences = { theme: 'system', language: 'en' };
  try {
    const { theme, language } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return {
      theme: THEMES.includes(theme) ? theme : usual.theme,
      language: LANGUAGES.some(({ tag }) => tag === language) ? language : usual.language,
    };
  } catch {
    return usual;
  }
}

export function usePreferences() {
  const [preferences, setPreferences] = useState(load);
  const { theme, language } = preferences;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, language }));
    } catch {
      // Forbidden storage: it holds for this visit.
    }
  }, [theme, language]);
  return {
    preferences,
    change: (changed: Partial<Preferences>) => setPreferences((before) => ({ ...before, ...changed })),
    locale: LANGUAGES.find(({ tag }) => tag === language) ?? locales.en,
  };
}
