import type { ConsolePayment } from '#contract/operator/requests.ts'

/** One act on a payment, in its dialog. */
export type StepProps = {
  payment: ConsolePayment
  onBack: () => void
  /** The payment as it is after the act. */
  onDecided: (payment: ConsolePayment) => void
}
