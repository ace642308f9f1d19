import base from './fr/base.json'
import identity from './fr/identity.json'

/** What is said before the door, and wherever something fails. */
export const catalog = { ...base, ...identity }
