/** Newcomers as they are read, listed, entered and changed; how existing clients read them. */
export { addNewcomer, enterNewcomer } from './add-newcomer.ts'
export { archiveNewcomers, convertToMember, editNewcomer } from './edit-newcomer.ts'
export { readFirstTimer, readLogs, readNewConvert } from './existing-shapes.ts'
export { filterFirstTimers, listNewcomers, pageOfFirstTimers } from './list-newcomers.ts'
export { countCards, lockPhone, selectByPhone } from './profile-store.ts'
export { readNewcomer } from './read-newcomer.ts'

/** Messages by hand to one of them. */
export { quoteWritten, sendWrittenMail, sendWrittenMailJob, writeEmail, writeSms } from './write-to.ts'
