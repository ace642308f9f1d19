import { useAct } from '../../api/use-act.ts'
import { Link } from '@tanstack/react-router'
import type { ImportFile, ImportSubject } from '#contract/people/imports.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconDownload } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { actFailureText, subjectWords, withoutWords, outcomes, outcomeWords } from './words.ts'
import classes from './import.module.css'
import { useReasons } from './queries.ts'
import { useRowsFile } from './import-rows.tsx'

/** How many rows meet with what. */
export function Figures({ file: { figures, appliedAt } }: { file: ImportFile }) {
  const t = useTexts()
  const { number } = useFormat()
  return (
    <Card label={t('people.import.figures')} padded={false}>
      <dl className={classes['figures']}>
        {outcomes.map((outcome) => (
          <div key={outcome}>
            <dt>{t(appliedAt ? outcomeWords[outcome].done : outcomeWords[outcome].word)}</dt>
            <dd className="num">{number(figures[outcome])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

type Noted = { file: ImportFile; about: ImportSubject; isLeftOut: boolean; rows: number }

/** These rows as they were in the file, with what is wrong in each, to be corrected and uploaded again. */
function Download({ file, about, rows }: { file: ImportFile; about?: ImportSubject; rows: number }) {
  const t = useTexts()
  const { save } = useRowsFile(file, about ? { about } : { noted: 'yes' }, rows)
  const { busy, run } = useAct()
  const take = () =>
    run(() =>
      save('xlsx', true).catch(
        (failure: unknown) => void toast.bad(t('people.import.notDownloaded'), { text: t(actFailureText(failure)) }),
      ),
    )
  return (
    <Button size="sm" icon={IconDownload} busy={busy} onClick={take}>
      {t(about ? 'people.import.download' : 'people.import.downloadAll')}
      {about && <span className="vh"> {t(subjectWords[about])}</span>}
    </Button>
  )
}

function Reason(noted: Noted) {
  const { file, about, isLeftOut, rows } = noted
  const t = useTexts()
  const { number } = useFormat()
  const isDone = file.appliedAt !== null
  const without = withoutWords[about] ?? 'people.import.withoutValue'
  const out = isDone ? 'people.import.rowsWereOut' : 'people.import.rowsAreOut'
  return (
    <li>
      <div className="grow">
        <Link
          to={paths.import}
          params={{ id: file.id }}
          search={(before) => ({ ...before, about })}
          resetScroll={false}
          className="strong"
        >
          {t('people.import.reasonLine', { what: t(subjectWords[about]), rows: number(rows), count: rows })}
        </Link>
        <div className="small muted">{t(isLeftOut ? out : without)}</div>
      </div>
      <Download file={file} about={about} rows={rows} />
    </li>
  )
}

/** What of the file could not be taken, the most first, each with its rows to look at or to take away. */
export function Reasons({ file }: { file: ImportFile }) {
  const t = useTexts()
  const { data = [] } = useReasons(file)
  if (data.length === 0) return null
  const all = data.reduce((sum, { rows }) => sum + rows, 0)
  const aside = data.length > 1 && <Download file={file} rows={all} />
  return (
    <Card title={t('people.import.reasonsTitle')} aside={aside}>
      <ul className={classes['reasons']}>
        {data.map((noted) => (
          <Reason key={`${noted.about} ${noted.isLeftOut}`} file={file} {...noted} />
        ))}
      </ul>
    </Card>
  )
}
