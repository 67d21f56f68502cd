//! The real program: what it prints, writes, plays and refuses.

mod arena;
mod arena_programs;
mod blockbattle_engine;
mod blockbattle_program;
mod botris;
mod common;
mod connect6_learn;
mod connect6_program;
mod dropblox_datagen;
mod dropblox_program;
mod fixtures;
mod fumen;
mod golden;
mod pason;
mod pason_program;
mod play;
mod process;
mod progress;
mod review;
mod serve;
mod triangle;
mod tuner;
mod verify;
mod viewer;
mod watch;
mod web;
