/** A subject is cut where the column ends for everybody. */
const SUBJECT_LETTERS = 25

/** `Family Thanksgiving this …`; a sign is never cut in two. */
export function cutSubject(subject: string): string {
  const letters = Array.from(subject)
  return letters.length > SUBJECT_LETTERS ? `${letters.slice(0, SUBJECT_LETTERS).join('')}…` : subject
}

/** The same of a subject that may be missing as yet. */
export const shortSubject = (subject: string, missing: string): string => cutSubject(subject.trim()) || missing
