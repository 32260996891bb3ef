import { makeFloor } from '../floors/floor.mjs';

export default makeFloor({ id: 'floor', label: 'JavaScript floor: shows after every event, in place' });
