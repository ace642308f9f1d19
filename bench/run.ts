import { brokenPromises } from './figures.ts'
import { openStage } from './stage.ts'
import { measureSpeed } from './speed.ts'

const [which = 'all', ...rest] = process.argv.slice(2)
const [rounds = 7, milliseconds = 1_500] = rest.map(Number)
const stage = await openStage({ RUN_JOBS: 'no' })
try {
  if (which === 'all' || which === 'speed') await measureSpeed(stage, { rounds, milliseconds })
} finally {
  await stage.close()
}
console.log(brokenPromises() === 0 ? '\nEvery promise is kept.' : `\n${brokenPromises()} promises are not kept.`)
process.exitCode = brokenPromises() === 0 ? 0 : 1
