import { parseArgs } from 'node:util'
import { AREAS, faultsOfLists, readMutants, sampleMutants } from './mutation/lists.ts'
import { runMutants } from './mutation/run-mutants.ts'

/**
 * `npm run mutants [-- words of the rule] [--area people] [--sample 5 [--seed 1]]`: puts deliberate faults into rules, one at a
 * time, and shows which test catches each. Exit code 1 when a test does not catch one, and when the lists are wrong.
 */
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { area: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string' } },
})

const all = readMutants()
const seed = Number(options.seed ?? Date.now() % 100_000)
const drawn = options.sample ? sampleMutants(all, Number(options.sample), seed) : all
const chosen = drawn.filter(
  ({ area, rule }) =>
    (options.area ?? area) === area && (words.length === 0 || words.some((word) => rule.includes(word))),
)
console.log(`${chosen.length} of ${all.length} mutants${options.sample ? `, drawn with --seed ${seed}` : ''}`)
if (chosen.length === 0) throw new Error('No mutant has such an area and such words in its rule.')

const began = performance.now()
const problems = await runMutants(chosen)
const listFaults = faultsOfLists(all)
for (const [mutant, problem] of problems) console.log(`✗ ${mutant.rule} | ${mutant.file} | ${problem}`)
for (const fault of listFaults) console.log(`✗ ${fault}`)
for (const area of AREAS) {
  const own = chosen.filter((mutant) => mutant.area === area)
  const caught = own.filter((mutant) => !problems.has(mutant))
  if (own.length > 0) console.log(`${area.padEnd(10)} ${caught.length} of ${own.length}`)
}
const seconds = ((performance.now() - began) / 1000).toFixed(0)
console.log(`${chosen.length - problems.size} of ${chosen.length} mutants caught in ${seconds} s`)
process.exit(problems.size + listFaults.length > 0 ? 1 : 0)
