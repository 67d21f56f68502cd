# Builds the program where `make` is wanted in place of cargo, as on workers of OpenBench:
#
#   make                           leaves `landfall` here, and `fastchess`: the same program as
#                                  match runner
#   make EXE=NAME                  leaves NAME in place of `landfall`
#   make EVALFILE=/path/file.json  with these weights in place of the shipped ones
#
# Without the Pason contest and without TLS, and so without a C compiler; `make
# FEATURES=pason,tls` builds all, and hands CC and CXX to the build of their C libraries. Needs
# the Rust that Cargo.toml names. `make CARGOFLAGS=--offline` downloads nothing.

EXE ?= landfall
EVALFILE ?=
FEATURES ?=
CARGO ?= cargo
CARGOFLAGS ?=

BUILD = target/make
BINARY = $(BUILD)/dist/landfall

.PHONY: all clean

# Weights that cannot be used are refused by the program itself, before anything is left here.
all:
	@test -z '$(EVALFILE)' || test -s '$(EVALFILE)' || \
		{ echo "EVALFILE=$(EVALFILE): no such file, or an empty one" >&2; exit 1; }
	$(if $(EVALFILE),LANDFALL_WEIGHTS="$$(cat '$(EVALFILE)')" && export LANDFALL_WEIGHTS &&) \
	$(CARGO) build --locked --profile dist --bin landfall --target-dir $(BUILD) \
		--no-default-features --features '$(FEATURES)' $(CARGOFLAGS)
	$(BINARY) weights > $(BUILD)/weights.json
	cp $(BINARY) '$(EXE)'
	cp $(BINARY) fastchess

clean:
	$(CARGO) clean --target-dir $(BUILD)
	rm -f '$(EXE)' fastchess
