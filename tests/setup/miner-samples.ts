/** Answers of machines, in the forms of their firmware: shaped as real answers are, with numbers of our own. */

const status = (code: number, message: string) => [
  { STATUS: 'S', When: 1_763_000_000, Code: code, Msg: message, Description: 'cgminer 1.0.0' },
]

const chips = (marks: string, groups: number) => ` ${Array.from({ length: groups }, () => marks).join(' ')}`

/** An Antminer S19 of older firmware with one dead board: a comma is missing in its list, and a null ends the answer. */
export const antminer = `{"STATUS":${JSON.stringify(status(70, 'CGMiner stats'))},"STATS":[{"BMMiner":"2.0.0","Miner":"49.0.1.3","CompileTime":"Fri Dec 11 11:09:53 CST 2020","Type":"Antminer S19"}{"STATS":0,"ID":"BC50","Elapsed":86400,"GHS 5s":"63010.12","GHS av":"63120.88","rate_unit":"GH","total_rateideal":95000,"miner_count":2,"fan_num":4,"fan1":4200,"fan2":4230,"fan3":4170,"fan4":4260,"temp_pcb1":"55-52-68-66","temp_pcb2":"54-51-67-65","temp_pcb3":"0-0-0-0","temp_chip1":"70-67-83-81","temp_chip2":"69-66-82-80","temp_chip3":"0-0-0-0","chain_acn1":76,"chain_acn2":76,"chain_acn3":0,"chain_acs1":"${chips('oooooooo', 9)} oooo","chain_acs2":"${chips('oooooooo', 9)} ooox","chain_acs3":"","chain_rate1":"31400.10","chain_rate2":"31610.02","chain_rate3":"","chain_power":"2140.5"}],"id":1}\0`

/** `summary+devs` of a Whatsminer, as BTMiner answers, one after the other in a file. */
export const whatsminer = [
  {
    STATUS: status(11, 'Summary'),
    SUMMARY: [
      {
        Elapsed: 7200,
        'MHS av': 111_870_000.5,
        'MHS 1m': 112_410_000.2,
        'Factory GHS': 112_300,
        Power: 3460,
        'Power Limit': 3600,
        'Fan Speed In': 5100,
        'Fan Speed Out': 5160,
        'Env Temp': 24.5,
        'Firmware Version': "'20230911.12.Rel'",
        'Error Code Count': 1,
        'Error Code 0': 530,
      },
    ],
    id: 1,
  },
  {
    STATUS: status(9, '3 ASC(s)'),
    DEVS: [0, 1, 2].map((slot) => ({
      ASC: slot,
      Slot: slot,
      'MHS av': 37_400_000,
      'MHS 1m': 37_470_000 + slot,
      Temperature: 71.5,
      'Effective Chips': 148,
      'Chip Temp Avg': 84.25,
      'PCB SN': `BPCB00${slot}`,
      'Factory GHS': 37_433,
    })),
    id: 1,
  },
  {
    STATUS: status(69, 'Device Details'),
    DEVDETAILS: [{ DEVDETAILS: 0, Name: 'SM', ID: 0, Driver: 'bitmicro', Model: 'M30S++VH50' }],
    id: 1,
  },
]
  .map((answer) => `${JSON.stringify(answer)}\0`)
  .join('')

const volts = (dead: number) => Array.from({ length: 120 }, (_, chip) => (chip < dead ? 0 : 290 + (chip % 5))).join(' ')

/** An Avalon, whose figures stand in one text. */
export const avalon = JSON.stringify({
  version: [
    {
      STATUS: status(22, 'CGMiner versions'),
      VERSION: [{ CGMiner: '4.11.1', PROD: 'AvalonMiner 1366', MODEL: '1366-130', VERSION: '24010101_ab12cd3' }],
    },
  ],
  stats: [
    {
      STATUS: status(70, 'CGMiner stats'),
      STATS: [
        {
          STATS: 0,
          ID: 'AVA100',
          Elapsed: 975,
          'MM ID0': `Ver[1366-130-24010101] SYSTEMSTATU[Work: In Work, Hash Board: 3 ] Elapsed[975] Temp[31] TMax[78] TAvg[70] Fan1[4275] Fan2[4282] Fan3[0] Fan4[4290] FanR[49%] PS[0 1209 1187 297 3226 1188 3290] WALLPOWER[3290] GHSspd[124241.07] GHSmm[130020.42] GHSavg[123907.00] MGHS[41459.52 41407.83 41139.66] MTmax[77 78 77] MTavg[69 70 71] ECHU[0 16 0] PVT_V0[${volts(0)}] PVT_V1[${volts(4)}] PVT_V2[${volts(0)}] WORKMODE[1]`,
        },
      ],
    },
  ],
})

/** pyasic's form, with fields that nobody here asks for. */
export const pyasic = {
  ip: '192.0.2.10',
  device_info: { make: 'AntMiner', model: 'S19 Pro', firmware: 'Stock', algo: 'SHA256' },
  serial_number: 'SMTTYB00',
  fw_ver: '2022-09-13',
  hostname: 'Antminer',
  sticker_hashrate: { unit: 1_000_000_000_000, rate: 110 },
  expected_hashrate: { unit: 1_000_000_000_000, rate: 109.5 },
  expected_hashboards: 3,
  expected_chips: 342,
  expected_fans: 4,
  env_temp: null,
  wattage: 3260,
  voltage: null,
  fans: [{ speed: 5400 }, { speed: 5390 }, { speed: 5410 }, { speed: 5380 }],
  fan_psu: null,
  hashboards: [0, 1, 2].map((slot) => ({
    slot,
    hashrate: 36.6,
    temp: 62,
    chip_temp: 78,
    chips: 114,
    expected_chips: 114,
    serial_number: null,
    missing: false,
    tuned: null,
    active: true,
    voltage: null,
  })),
  config: { pools: { groups: [] } },
  errors: [],
  is_mining: true,
  uptime: 86_400,
  pools: [
    {
      url: { scheme: 'stratum+tcp', host: 'pool.example', port: 3333, pubkey: null },
      accepted: 120,
      rejected: 1,
      alive: true,
      active: true,
      user: 'somebody.worker',
    },
  ],
  hashrate: { unit: 1_000_000_000_000, rate: 109.8 },
  datetime: '2026-11-20T10:00:00+00:00',
  make: 'AntMiner',
  model: 'S19 Pro',
  firmware: 'Stock',
  algo: 'SHA256',
}
