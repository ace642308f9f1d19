/** Puts a text where it is kept, over the version that one has; answers the new one. */
type Put = (version: number, text: string) => Promise<number>

/**
 * Keeps one draft, a save after the other. A save whose answer was lost is asked again before anything newer, so that no
 * draft is in conflict with itself.
 */
export function createKeeper(start: { version: number; kept: string }, put: Put) {
  let { version, kept } = start
  let unanswered: string | null = null
  let last: Promise<unknown> = Promise.resolve()

  const putOne = async (text: string) => {
    unanswered = text
    version = await put(version, text)
    unanswered = null
    kept = text
  }
  const save = async (text: string): Promise<number> => {
    if (unanswered !== null && unanswered !== text) await putOne(unanswered)
    if (version === 0 || text !== kept) await putOne(text)
    return version
  }
  return {
    /** Resolves to the version that holds this text. */
    save: (text: string): Promise<number> => {
      const saved = last.then(() => save(text))
      last = saved.catch(() => null)
      return saved
    },
    /** Goes on from what somebody else saved meanwhile. */
    adopt: (other: number) => {
      unanswered = null
      version = other
    },
    version: () => version,
    /** Something is kept, or on its way. */
    hasBegun: () => version > 0 || unanswered !== null,
    isKept: (text: string) => text === kept && unanswered === null,
  }
}
