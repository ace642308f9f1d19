/**
 * Imported before a program that is measured: tells its parent how long it worked on without a pause. In time of the
 * processor, not of the clock, so that it tells on a busy machine too. A stretch may be several acts in a row: it is an upper bound.
 */
const LOOK_MS = 5
const TELL_MS = 500

let before = process.threadCpuUsage()
let longest = 0

function look() {
  const now = process.threadCpuUsage()
  longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000)
  before = now
  setTimeout(look, LOOK_MS).unref()
}

look()
setInterval(() => {
  process.send?.(longest)
  longest = 0
}, TELL_MS).unref()
