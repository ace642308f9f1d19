import base from './fr/base.json'
import portal from './fr/portal.json'
import registering from './fr/registering.json'

/** What is read at the families' portal, in one file: it is a page of its own. */
export const catalog = { ...base, ...portal, ...registering }
