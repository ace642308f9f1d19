/** Whoever stands at the door does not wait for a network that is hardly there. */
const PATIENT_MS = 3000
/** After a call that had no answer: the next one is only a try. */
const TRYING_MS = 1000

let isHanging = false

/** How long a station that can do it by itself waits for an answer. One network, however many screens look at it. */
export const pace = {
  patienceMs: (): number => (isHanging ? TRYING_MS : PATIENT_MS),
  hung: (): void => {
    isHanging = true
  },
  heard: (): void => {
    isHanging = false
  },
}
