import base from './en/base.json'
import identity from './en/identity.json'

/** What is said before the door, and wherever something fails. */
export const catalog = { ...base, ...identity }
