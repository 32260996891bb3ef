// What the tests use of a package without declarations.

declare module 'react-refresh/runtime' {
  const runtime: {
    injectIntoGlobalHook(global: unknown): void;
    register(component: unknown, name: string): void;
    setSignature(component: unknown, key: string): void;
    performReactRefresh(): unknown;
  };
  export default runtime;
}
