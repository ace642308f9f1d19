import people from './fr/people.json'

/** What is read on the screens of people, families, groups and imports. */
export const catalog = { ...people }
