import { useFormat } from '../../../languages/format.tsx'

/** "Sunday, November 22, 9:00 AM" of an instant, in the church's zone. */
export const useWhen = (): ((at: string) => string) => useFormat().longDateTime
