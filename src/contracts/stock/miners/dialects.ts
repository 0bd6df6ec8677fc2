import { antminerChains } from './dialects/antminer-chains'
import { antminerPages } from './dialects/antminer-pages'
import { antminerStatus } from './dialects/antminer-status'
import { auradine } from './dialects/auradine'
import { avalon } from './dialects/avalon'
import { bitaxe } from './dialects/bitaxe'
import { boardRows } from './dialects/board-rows'
import { braiins } from './dialects/braiins'
import { braiinsGraphql } from './dialects/braiins-graphql'
import { braiinsRest } from './dialects/braiins-rest'
import { devices } from './dialects/devices'
import type { Dialect } from './dialects/dialect'
import { epic } from './dialects/epic'
import { goldshell } from './dialects/goldshell'
import { iceriver } from './dialects/iceriver'
import { innosiliconPage } from './dialects/innosilicon-page'
import { luxos } from './dialects/luxos'
import { marathon } from './dialects/marathon'
import { proto } from './dialects/proto'
import { sealminer } from './dialects/sealminer'
import { vnish } from './dialects/vnish'
import { whatsminer } from './dialects/whatsminer'
import { whatsminer3 } from './dialects/whatsminer-3'

/** In order of trying: the first that recognises a file reads it, so the plain CGMiner API (`devices`) is last. */
export const dialects: readonly Dialect[] = [
  whatsminer3,
  vnish,
  braiinsRest,
  braiinsGraphql,
  marathon,
  proto,
  epic,
  bitaxe,
  iceriver,
  goldshell,
  innosiliconPage,
  auradine,
  sealminer,
  luxos,
  avalon,
  antminerPages,
  antminerChains,
  boardRows,
  braiins,
  whatsminer,
  antminerStatus,
  devices,
]
