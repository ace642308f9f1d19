import { afterAll, beforeAll, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import * as calls from '#contract/people/imports.ts'
import type { ImportField } from '#contract/people/imports.ts'
import { importDesk } from '#server/test-kit/import-desk.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

test('says what a file holds, and suggests what its columns are', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload(
    'Members of Grace Chapel\n\nSurname;First Name;Mobile;E-mail;Sex;D.O.B;Marital status;Status;Remark\n' +
      'Eze;Ngọzi;0803 500 0001;ngozi@example.com;F;12/03/1985;Married;Member;sings\n\n' +
      'Obi;Ada;08035000002;;F;;Single;Visitor;\n',
    '../members of\u0000 grace.csv',
  )
  expect(file).toMatchObject({ fileName: 'members of grace.csv', rows: 2, state: 'uploaded', plan: null, done: 0 })
  expect(file.columns.map(({ heading, suggested }) => [heading, suggested])).toEqual([
    ['Surname', 'lastName'],
    ['First Name', 'firstName'],
    ['Mobile', 'phone'],
    ['E-mail', 'email'],
    ['Sex', 'gender'],
    ['D.O.B', 'birthday'],
    ['Marital status', 'maritalStatus'],
    ['Status', 'kind'],
    ['Remark', null],
  ])
  expect(file.columns[1]?.samples).toEqual(['Ngọzi', 'Ada'])
})

test.each<[string, (ImportField | null)[]]>([
  [
    'Nom,Prénom,Téléphone portable,Courriel,Sexe,Date de naissance,Situation familiale,Adresse',
    ['lastName', 'firstName', 'phone', 'email', 'gender', 'birthday', 'maritalStatus', 'address'],
  ],
  [
    'Nome,Sobrenome,Celular,Correio eletrônico,Gênero,Data de nascimento,Estado civil,Endereço',
    ['firstName', 'lastName', 'phone', 'email', 'gender', 'birthday', 'maritalStatus', 'address'],
  ],
  [
    'Nombre,Apellidos,Móvil,Correo electrónico,Sexo,Fecha de nacimiento,Estado civil,Dirección',
    ['firstName', 'lastName', 'phone', 'email', 'gender', 'birthday', 'maritalStatus', 'address'],
  ],
  [
    'Jina kamili,Nambari ya simu,Barua pepe,Jinsia,Tarehe ya kuzaliwa,Hali ya ndoa,Anwani,Kikundi',
    ['fullName', 'phone', 'email', 'gender', 'birthday', 'maritalStatus', 'address', 'group'],
  ],
  [
    'Name,WhatsApp,Phone,Birth Day,Birth Month,Department,Date Joined,Next of kin',
    ['fullName', 'phone', null, 'birthDay', 'birthMonth', 'group', 'joinedOn', null],
  ],
])('knows the headings %s', async (headings, fields) => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const { columns } = await desk.upload(`${headings}\nAda,b,c,d,e,f,g,h\n`)
  expect(columns.map(({ suggested }) => suggested)).toEqual(fields)
})

test('a file without headings is known by what stands in it, and its first row is a person', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload('Ngozi Eze,08035000001,f\nAda Obi,08035000002,m\n')
  expect(file.rows).toBe(2)
  expect(file.columns.map(({ heading, suggested }) => [heading, suggested])).toEqual([
    ['', 'fullName'],
    ['', 'phone'],
    ['', 'gender'],
  ])
})

test('what was uploaded can be thrown away, and is forgotten', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload('Name\nAda Obi')
  const discard = () => app.call(calls.discardImport, { params: { id: file.id } }, desk.as)
  expect((await discard()).body).toEqual({ discarded: true })
  expect((await discard()).status).toBe(404)
  expect(await app.look('select from people_import_row where tenant_id = $1', [church.tenantId])).toEqual([])
})

test.each([
  ['nothing', ''],
  ['a picture', '\x89PNG\r\n\x1a\n'],
  ['a broken workbook', 'PK\x03\x04 and then nothing'],
  ['headings alone', 'Name,Phone\n'],
])('%s is refused by its code', async (_, text) => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const { body } = await app.call(calls.uploadImport, { file: new File([text], 'people.xlsx') }, desk.as)
  expect(body.code).toBe('unreadable_file')
})

test('a workbook is read from the sheet that has the people, with its days and shortened numbers as they are', async () => {
  const church = await app.buildChurch()
  const born = new Date(Date.UTC(1985, 2, 12))
  const bytes = await writeXlsxFile([
    { data: [[{ value: 'Fill in the next sheet' }]], sheet: 'Help' },
    {
      data: [
        ['Name', 'Phone', 'Birthday'].map((value) => ({ value })),
        [{ value: 'Ada Obi' }, { value: 2.34803e12 }, { value: born, type: Date, format: 'dd/mm/yyyy' }],
      ],
      sheet: 'People',
    },
  ]).toBuffer()
  const file = await importDesk(app, church).upload(new Uint8Array(bytes), 'people.xlsx')
  expect(file.columns).toEqual([
    { heading: 'Name', suggested: 'fullName', samples: ['Ada Obi'] },
    { heading: 'Phone', suggested: 'phone', samples: ['2.34803e+12'] },
    { heading: 'Birthday', suggested: 'birthday', samples: ['1985-03-12'] },
  ])
})
