import { useState } from 'react'
import { readProof, type DeskPayment } from '#contract/operator/requests.ts'
import { addressOf } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { IconDownload } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import classes from './payments.module.css'

type Proof = DeskPayment['proofs'][number]
type OneProps = { proof: Proof; address: string }

/** A picture, as large as there is room; pressed, it opens in a tab of its own, where it can be zoomed. */
function Picture({ proof, address }: OneProps) {
  const t = useTexts()
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <Note tone="warn">{t('operator.payments.proofFailed', { name: proof.fileName })}</Note>
  return (
    <a href={address} target="_blank" rel="noreferrer" className={classes['picture']}>
      <img
        src={address}
        alt={t('operator.payments.proofAlt', { name: proof.fileName })}
        onError={() => setFailed(true)}
      />
      <span className="small">{t('operator.payments.larger')}</span>
    </a>
  )
}

function Paper({ proof, address }: OneProps) {
  const t = useTexts()
  return (
    <a href={address} download={proof.fileName} className={classes['paper']}>
      <IconDownload size={20} stroke={1.75} aria-hidden="true" />
      <span className="clip">{t('operator.payments.download', { name: proof.fileName })}</span>
    </a>
  )
}

/** What the payer sent to show that the money is on its way. */
export function Proofs({ payment: { churchId, proofs } }: { payment: DeskPayment }) {
  const t = useTexts()
  if (proofs.length === 0) return <Note tone="warn">{t('operator.payments.noProof')}</Note>
  return (
    <ul className={classes['proofs']} aria-label={t('operator.payments.proofs')}>
      {proofs.map((proof) => {
        const address = addressOf(readProof, { params: { churchId, id: proof.id } })
        return (
          <li key={proof.id}>
            {proof.contentType.startsWith('image/') ? (
              <Picture proof={proof} address={address} />
            ) : (
              <Paper proof={proof} address={address} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
