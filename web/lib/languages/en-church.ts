import church from './en/church.json'

/** What is read on the screens of the settings of a church, its staff, its log and the own account. */
export const catalog = { ...church }
