import operator from './fr/operator.json'
import ui from './fr/ui.json'

/** What is read at the operator's desk. */
export const catalog = { ...operator, ...ui }
