import type { DeskPayment } from '#contract/operator/requests.ts'

/** One act on a payment, in its dialog. */
export type StepProps = {
  payment: DeskPayment
  onBack: () => void
  /** The payment as it is after the act. */
  onDecided: (payment: DeskPayment) => void
}
