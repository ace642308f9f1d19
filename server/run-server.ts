import { readConfig } from './platform/config/index.ts'
import { logCrash, sayWhyNot } from './platform/last-words.ts'
import { startAll, stopAll, type Part } from './start-all.ts'
import { onStopSignal } from './stop-signal.ts'

/** Starts everything on this computer and prints where it is; main.mjs runs this file built, `npm run dev` as it is. */
async function main(): Promise<void> {
  const config = readConfig()
  const parts: Part[] = []
  const ending = new AbortController()
  const starting = startAll(config, parts, ending.signal)
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    ending.abort()
    // Each part is up, or is not begun any more, before they are stopped.
    return (stopped ??= starting.then(
      () => stopAll(parts),
      () => stopAll(parts),
    ))
  }
  onStopSignal(stop, () => parts.forEach((part) => part.letGo?.()))
  try {
    console.log(await starting)
  } catch (error) {
    if (ending.signal.aborted) return
    await stop()
    throw error
  }
}

logCrash()
main().catch((error: unknown) => {
  sayWhyNot(error)
  process.exit(1)
})
