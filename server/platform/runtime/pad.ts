/**
 * Starts a pad: the returned function resolves once so many milliseconds have passed since the start. An answer whose time must
 * not tell whether there is an account waits for it. Tests count the waits.
 */
export type StartPad = (milliseconds: number) => () => Promise<void>

export const startPad: StartPad = (milliseconds) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, milliseconds).unref()
  return () => promise
}
