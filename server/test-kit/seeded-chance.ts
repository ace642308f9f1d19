import fc from 'fast-check'

const SEED = 20_261_128

/** Every run of the tests tries the same values. `FC_SEED=<number>` tries others, and what then fails is tried again by it. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? SEED) })
