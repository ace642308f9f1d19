import { useTexts } from '../../languages/index.ts'
import { Note } from '../surfaces/note.tsx'

type MeanwhileProps = {
  title: string
  /** What they wrote where both wrote something. */
  clashes: readonly { field: string; value: string }[]
}

/** Says that somebody else was here too, and what they wrote where both wrote something. */
export function MeanwhileNote({ title, clashes }: MeanwhileProps) {
  const t = useTexts()
  return (
    <Note tone="warn">
      <p className="strong">{title}</p>
      <p>{t('ui.meanwhile.text')}</p>
      {clashes.length > 0 && (
        <>
          <p>{t('ui.meanwhile.clashes')}</p>
          <ul>
            {clashes.map(({ field, value }) => (
              <li key={field}>{t('ui.meanwhile.theirs', { field, value: value || t('ui.meanwhile.nothing') })}</li>
            ))}
          </ul>
        </>
      )}
    </Note>
  )
}
