import type {
  arrangementNames,
  renderTypeNames,
  sceneNames,
  sizes,
} from '../../../drawing/render-names.ts';
import type { Messages } from './fill.ts';

// What can be chosen, by the names of the API with what they name before them.

type Name =
  | `pose_${(typeof renderTypeNames)[number]}`
  | `scene_${(typeof sceneNames)[number] | 'none'}`
  | `arrangement_${(typeof arrangementNames)[number]}`
  | `size_${keyof typeof sizes}`;

export const nameMessages = {
  pose_default: { en: 'Default', pt: 'Padrão', es: 'Normal' },
  pose_isometric: { en: 'Isometric', pt: 'Isométrica', es: 'Isométrica' },
  pose_head: { en: 'Head', pt: 'Cabeça', es: 'Cabeza' },
  pose_isometric_head: {
    en: 'Isometric head',
    pt: 'Cabeça isométrica',
    es: 'Cabeza isométrica',
  },
  pose_marching: { en: 'Marching', pt: 'Marchando', es: 'Marchando' },
  pose_walking: { en: 'Walking', pt: 'Andando', es: 'Caminando' },
  pose_crouching: { en: 'Crouching', pt: 'Agachado', es: 'Agachado' },
  pose_crossed: { en: 'Crossed', pt: 'Braços cruzados', es: 'Brazos cruzados' },
  pose_criss_cross: { en: 'Criss cross', pt: 'De pernas cruzadas', es: 'Piernas cruzadas' },
  pose_cheering: { en: 'Cheering', pt: 'Comemorando', es: 'Celebrando' },
  pose_relaxing: { en: 'Relaxing', pt: 'Relaxando', es: 'Relajado' },
  pose_trudging: { en: 'Trudging', pt: 'Cansado', es: 'Cansado' },
  pose_cowering: { en: 'Cowering', pt: 'Encolhido', es: 'Encogido' },
  pose_pointing: { en: 'Pointing', pt: 'Apontando', es: 'Señalando' },
  pose_lunging: { en: 'Lunging', pt: 'Atacando', es: 'Atacando' },
  pose_dungeons: { en: 'Dungeons', pt: 'Dungeons', es: 'Dungeons' },
  pose_facepalm: { en: 'Facepalm', pt: 'Mão na testa', es: 'Mano en la cara' },
  pose_sleeping: { en: 'Sleeping', pt: 'Dormindo', es: 'Durmiendo' },
  pose_dead: { en: 'Dead', pt: 'Morto', es: 'Muerto' },
  pose_archer: { en: 'Archer', pt: 'Arqueiro', es: 'Arquero' },
  pose_kicking: { en: 'Kicking', pt: 'Chutando', es: 'Pateando' },
  pose_reading: { en: 'Reading', pt: 'Lendo', es: 'Leyendo' },
  pose_high_ground: { en: 'High ground', pt: 'Do alto', es: 'Desde lo alto' },
  pose_ultimate: { en: 'Ultimate', pt: 'Ultimate', es: 'Ultimate' },
  pose_clown: { en: 'Clown', pt: 'Palhaço', es: 'Payaso' },
  pose_ornament: { en: 'Ornament', pt: 'Enfeite', es: 'Adorno' },
  pose_profile: { en: 'Profile', pt: 'De perfil', es: 'De perfil' },
  pose_mojavatar: { en: 'Mojavatar', pt: 'Mojavatar', es: 'Mojavatar' },
  pose_front: { en: 'Front', pt: 'De frente', es: 'De frente' },
  pose_back: { en: 'Back', pt: 'De costas', es: 'De espaldas' },
  pose_pixel: { en: 'Pixel', pt: 'Pixel', es: 'Píxel' },
  pose_bitzel: { en: 'Bitzel', pt: 'Bitzel', es: 'Bitzel' },

  scene_none: { en: 'Transparent', pt: 'Transparente', es: 'Transparente' },
  scene_meadow: { en: 'Meadow', pt: 'Campo', es: 'Pradera' },
  scene_night: { en: 'Night', pt: 'Noite', es: 'Noche' },
  scene_desert: { en: 'Desert', pt: 'Deserto', es: 'Desierto' },
  scene_snow: { en: 'Snow', pt: 'Neve', es: 'Nieve' },
  scene_cave: { en: 'Cave', pt: 'Caverna', es: 'Cueva' },
  scene_inferno: { en: 'Inferno', pt: 'Inferno', es: 'Infierno' },
  scene_void: { en: 'Void', pt: 'Vazio', es: 'Vacío' },
  scene_stage: { en: 'Stage', pt: 'Palco', es: 'Escenario' },

  arrangement_row: { en: 'Row', pt: 'Fila', es: 'Fila' },
  arrangement_rows: { en: 'Rows', pt: 'Duas filas', es: 'Dos filas' },
  arrangement_podium: { en: 'Podium', pt: 'Pódio', es: 'Podio' },
  arrangement_teams: { en: 'Teams', pt: 'Times', es: 'Equipos' },
  arrangement_arc: { en: 'Arc', pt: 'Arco', es: 'Arco' },
  arrangement_stairs: { en: 'Stairs', pt: 'Escada', es: 'Escalera' },

  size_og: { en: 'Post or preview', pt: 'Post ou prévia', es: 'Publicación o vista previa' },
  size_banner: { en: 'Server banner', pt: 'Banner do servidor', es: 'Banner del servidor' },
  size_square: { en: 'Square', pt: 'Quadrado', es: 'Cuadrado' },
  size_video: { en: 'Video cover', pt: 'Capa de vídeo', es: 'Portada de vídeo' },
  'size_server-list': { en: 'Server list', pt: 'Lista de servidores', es: 'Lista de servidores' },
} as const satisfies Messages & Readonly<Record<Name, unknown>>;
