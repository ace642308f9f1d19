import operator from './en/operator.json'
import ui from './en/ui.json'

/** What is read at the operator's desk. */
export const catalog = { ...operator, ...ui }
