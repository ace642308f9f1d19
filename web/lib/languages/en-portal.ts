import base from './en/base.json'
import portal from './en/portal.json'
import registering from './en/registering.json'

/** What is read at the families' portal, in one file: it is a page of its own. */
export const catalog = { ...base, ...portal, ...registering }
