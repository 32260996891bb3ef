import { createContext, type ReactNode, useContext } from 'react';
import { en } from './en.js';
import type { Locale } from './locale.js';

const LocaleContext = createContext<Locale>(en);

/** The language of the components inside; without one they speak English. */
export function LocaleProvider({ locale, children }: { locale: Locale; children?: ReactNode }): ReactNode {
  return <LocaleContext.Provider value={locale}>{children}</LocaleContext.Provider>;
}

/** The language of the components here. */
export function useLocale(): Locale {
  return useContext(LocaleContext);
}
