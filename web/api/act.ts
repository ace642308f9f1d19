import { ApiFailure } from './call.ts'

export type ActState = { busy: boolean; failure: ApiFailure | null }
/** `isWatched`: the screen still stands, and still waits for this. */
export type Act = (isWatched: () => boolean) => Promise<void>
type Refused = (failure: ApiFailure) => void

export const RESTS: ActState = { busy: false, failure: null }

/** What a screen says of an error: a mistake of ours has words too. */
export const failureIn = (cause: unknown): ApiFailure =>
  cause instanceof ApiFailure ? cause : new ApiFailure('unexpected', 0, 'Something of ours went wrong.')

/** One thing at a time: what is begun meanwhile is dropped. What failed is shown and told; a mistake of ours is thrown on. */
export function createAct(show: (state: ActState) => void) {
  let watched: symbol | null = null
  return {
    run: async (act: Act, refused?: Refused): Promise<void> => {
      if (watched) return
      const own = Symbol('act')
      watched = own
      const end = (failure: ApiFailure | null) => {
        if (watched !== own) return
        watched = null
        show({ busy: false, failure })
      }
      show({ busy: true, failure: null })
      try {
        await act(() => watched === own)
        end(null)
      } catch (cause) {
        const failure = failureIn(cause)
        end(failure)
        refused?.(failure)
        if (failure !== cause) throw cause
      }
    },
    /** What was refused is being changed. What still runs goes on, and its end is shown. */
    forget: (): void => {
      if (!watched) show(RESTS)
    },
    /** What still runs goes on unwatched, and another one may begin. */
    leave: (): void => {
      watched = null
      show(RESTS)
    },
  }
}

const lines = new Map<string, Promise<unknown>>()

/** What stands in the same line is done one after the other, in the order in which it came; a failure holds nothing up. */
export function inLine<T>(line: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(line) ?? Promise.resolve()
  const own = before.then(work, work)
  lines.set(line, own)
  const end = () => {
    if (lines.get(line) === own) lines.delete(line)
  }
  own.then(end, end)
  return own
}
