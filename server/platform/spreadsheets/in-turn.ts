/** So many files are read at once; each may take 256 MB and one processor. */
const AT_ONCE = 2

const waiting: (() => void)[] = []
let running = 0

/** Waits until fewer than two others are reading; the answer ends one's own turn. */
export async function takeTurn(): Promise<() => void> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  return endTurn
}

/** The place is handed on, not given up, so that nobody slips in between. */
function endTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}
